export function pieces(text: string): { text: string; href?: string }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => (index % 2 === 1 ? { text: piece, href: piece } : { text: piece }))
    .filter(({ text }) => text !== '');
}

export const paragraphs = (text: string) => text.trim().split(/\n{2,}/);

/** The HTML part of an email, made from its plain text so that both say the same. */
export function htmlOf(text: string): string {
  const body = paragraphs(text)
    .map((paragraph) => `<p style="margin:0 0 1em">${pieces(paragraph).map(html).join('')}</p>`)
    .join('\n');
  const style = 'max-width:34em;margin:0 auto;padding:1.5em;font:16px/1.5 system-ui,sans-serif';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="${style}">
${body}
</body></html>
`;
}

const html = ({ text, href }: { text: string; href?: string }) =>
  href ? `<a href="${escaped(href)}">${escaped(text)}</a>` : escaped(text).replaceAll('\n', '<br>');

export const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );
