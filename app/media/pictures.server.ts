/** Loads the module for images at its first use: libvips takes 10 MB, which a process that makes none does not need. */
export const pictures = () => import('./images.server.ts');

export const avatars = () => import('./avatars.server.ts');
