import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type AvatarStep, avatarSteps, type Made } from './media.ts';

/** So that the avatars of 24 cards take at most 24 kB. */
const mostBytes: Record<AvatarStep, number> = { 48: 1_000, 96: 2_500 };
const qualities = [75, 55, 35, 15, 1];

/** Makes the sizes of avatars of a profile picture from its file of 320 pixels, into `folder`. */
export const makeAvatars = (path: string, { key, folder }: { key: string; folder: string }) =>
  Promise.all(
    avatarSteps.map(async (step): Promise<Made['files'][number]> => {
      const small = join(folder, `${key}-${step}.webp`);
      const { data, info } = await sharp(path).resize(step, step).raw().toBuffer({ resolveWithObject: true });
      const raw = { width: step, height: step, channels: info.channels };
      for (const quality of qualities) {
        await sharp(data, { raw }).webp({ quality }).toFile(small);
        if ((await stat(small)).size <= mostBytes[step]) break;
      }
      return { variant: `${step}.webp`, path: small };
    }),
  );

/** The profile picture together with its sizes of avatars. */
export async function withAvatars({ facts, files }: Made, folder: string): Promise<Made> {
  const path = files.find(({ variant }) => variant === '320.webp')?.path;
  if (!path) throw new Error('A picture without 320 pixels');
  const avatars = await makeAvatars(path, { key: facts.key, folder });
  return {
    facts: { ...facts, widths: [...avatarSteps, ...facts.widths] },
    files: [...files, ...avatars],
  };
}
