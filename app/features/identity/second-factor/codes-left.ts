import { counted } from '../../../ui/number.ts';

export const codesLeftText = (left: number) =>
  left === 0 ? 'None left. Please make new ones.' : `${counted(left, 'recovery code')} left.`;
