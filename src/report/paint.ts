import { styleText } from "node:util";

/** Gives a text a style; its width in columns stays the same. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Leaves texts as they are. */
export const plain: Paint = (_style, text) => text;

/** Styles by the escape sequences of a terminal. */
export const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** How a text is rendered. */
export interface Rendering {
  /** Columns; 80 unless given. */
  readonly width?: number;
  readonly paint?: Paint;
}
