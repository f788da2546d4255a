/** The text of rich text (an object or a string of HTML), without markup and on one line. */
export function toPlainText(richText: unknown): string {
  const html = toHtml(richText).replace(/<br[^>]*>/gi, ' ');
  if (!/[<&]/.test(html)) {
    // Most texts have no markup, and a post may have hundreds of them.
    return html.replace(/\s+/g, ' ').trim();
  }
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.replace(/\s+/g, ' ').trim();
}

function toHtml(richText: unknown): string {
  if (typeof richText === 'string') {
    return richText;
  }
  const data = richText as { toHTMLString?: () => string } | null | undefined;
  return data?.toHTMLString?.() ?? '';
}
