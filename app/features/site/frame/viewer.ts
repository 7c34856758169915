import type { Theme } from './theme-switch.tsx';

/** What the frame of a page knows of the member who is signed in. */
export interface FrameViewer {
  id: number | string;
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  isAdmin: boolean;
  /** Decides on proposals for the map. */
  isCurator?: boolean;
  hasContent: boolean;
  waiting?: { messages: number; notifications: number };
  avatar?: string | null;
}

export interface FrameProps {
  viewer: FrameViewer | null;
  /** The page's own address, with or without its query. */
  path: string;
  /** The chosen colours, null for none. */
  theme: Theme | null;
}

/** Marks the link to this page, or to the section it belongs to. */
export function currentPage(path: string, href: string): 'page' | 'true' | undefined {
  const here = path.split(/[?#]/, 1)[0] ?? '/';
  if (here === href) return 'page';
  return href !== '/' && here.startsWith(`${href}/`) ? 'true' : undefined;
}
