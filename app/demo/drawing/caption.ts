const ink = '#26242a';
const paper = '#fffaf0';

/** The number and the words of a step, in the upper left corner of a video. */
export function caption(number: number, words: string): string {
  const font = 'font-family="Liberation Sans, Arial, sans-serif" font-weight="700" font-size="46"';
  return [
    `<circle cx="82" cy="80" r="38" fill="${ink}"/>`,
    `<text x="82" y="96" text-anchor="middle" fill="${paper}" ${font}>${number}</text>`,
    // A light edge keeps dark letters readable over people and the mat's dark border.
    `<text x="142" y="96" fill="${ink}" stroke="${paper}" stroke-width="10" stroke-linejoin="round"`,
    ` paint-order="stroke" ${font}>${words}</text>`,
  ].join('');
}
