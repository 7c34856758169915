/** The message that the next page shows, carried over a redirect by the flash cookie. */
export interface Toast {
  kind: 'success' | 'error' | 'info';
  title: string;
  text?: string;
  link?: { href: string; label: string };
}

export const toast = {
  success: (title: string, text?: string, link?: Toast['link']): Toast => ({
    kind: 'success',
    title,
    text,
    link,
  }),
  error: (title: string, text?: string, link?: Toast['link']): Toast => ({
    kind: 'error',
    title,
    text,
    link,
  }),
  info: (title: string, text?: string, link?: Toast['link']): Toast => ({ kind: 'info', title, text, link }),
};
