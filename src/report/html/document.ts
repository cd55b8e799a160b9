import { createHash } from "node:crypto";
import { html, trusted, type Content, type Markup } from "./markup.ts";

/** What one page is made of. */
export interface Page {
  readonly title: Content;
  readonly style: string;
  /** Absent: the page has none. */
  readonly script?: string;
  readonly body: Markup;
}

/** One HTML file that needs nothing else: no network, and nothing but the style and the script of this very page acts in it. */
export function documentOf({ title, style, script, body }: Page): Markup {
  const scriptSource = script === undefined ? "" : ` script-src '${digest(script)}';`;
  const policy = `default-src 'none'; style-src '${digest(style)}';${scriptSource} base-uri 'none'; form-action 'none'`;
  // Letter for letter what the digests stand for.
  const inline = `<style>${style}</style>${script === undefined ? "" : `\n<script>${script}</script>`}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${trusted(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${trusted(inline)}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
