/** What the frame of a page knows of whoever is signed in. */
export interface FrameViewer {
  id: number | string;
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  isAdmin: boolean;
  /** What they have not opened yet. */
  waiting?: { messages: number; notifications: number };
  /** Address of their own picture, if they have one. */
  avatar?: string | null;
}

export interface FrameProps {
  viewer: FrameViewer | null;
  /** The page's own address; the query may be left on. */
  path: string;
}

/** Marks the link of the page one is on, or of the place it lies under. */
export function currentPage(path: string, href: string): 'page' | 'true' | undefined {
  const here = path.split(/[?#]/, 1)[0] ?? '/';
  if (here === href) return 'page';
  return href !== '/' && here.startsWith(`${href}/`) ? 'true' : undefined;
}
