interface Addressed {
  id: number;
  visibility: string;
  /** Only known to those who have the address. */
  linkKey: string | null;
}

/** The address of a list; one that is open by link carries its key. */
export const listPath = ({ id, visibility, linkKey }: Addressed) =>
  `/lists/${id}${visibility === 'link' && linkKey ? `?key=${linkKey}` : ''}`;

/** Where one entry of a list is watched, with those before and after it. */
export const playPath = (list: Addressed, position: number) =>
  listPath(list).replace(/^\/lists\/\d+/, (path) => `${path}/${position}`);
