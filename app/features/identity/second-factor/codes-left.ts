import { counted } from '../../../ui/number.ts';

export const codesLeftText = (left: number) =>
  left === 0 ? 'None is left: please make new ones.' : `${counted(left, 'recovery code')} left.`;
