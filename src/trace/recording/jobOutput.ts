/** A text that a producer gave, and what stands for it in the trace. */
interface OutputPiece {
  readonly text: string;
  readonly token: string;
  isRead: boolean;
}

/**
 * The output of one recorded job. The trace holds no text of it but a numbered piece for each one that the producer gave,
 * and says of a read which pieces it returned.
 */
export class JobOutput {
  readonly #job: string;
  readonly #pieces: OutputPiece[] = [];

  constructor(job: string) {
    this.#job = job;
  }

  /** A text that the producer gave; nothing stands for nothing. */
  produced(text: string): string {
    if (text === "") return "";
    const piece = { text, token: `<${this.#job}.${this.#pieces.length + 1}>`, isRead: false };
    this.#pieces.push(piece);
    return piece.token;
  }

  /**
   * What a read returned. Of equal pieces it is taken for the first that was not read yet; what is no piece stays text.
   *
   * @returns `isPart` where it is cut out of pieces, so that it cannot be said in them.
   */
  read(text: string): { readonly output: string; readonly isPart: boolean } {
    let output = "";
    let rest = text;
    for (let piece = this.#next(rest); piece !== undefined; piece = this.#next(rest)) {
      piece.isRead = true;
      output += piece.token;
      rest = rest.slice(piece.text.length);
    }
    const isPart =
      rest !== "" &&
      this.#pieces
        .map((piece) => piece.text)
        .join("")
        .includes(rest);
    return { output: output + rest, isPart };
  }

  #next(rest: string): OutputPiece | undefined {
    const fitting = this.#pieces.filter(({ text }) => rest.startsWith(text));
    return fitting.find(({ isRead }) => !isRead) ?? fitting[0];
  }
}
