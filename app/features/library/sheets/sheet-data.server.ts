import type { Scope } from '../../../scope.ts';
import { qrOf } from '../../core/qr-code/qr.ts';
import { planPack } from './pack.server.ts';
import type { Studied } from './techniques.server.ts';

/** What the page of a sheet shows. */
export async function sheetOf(scope: Scope, studied: Studied) {
  const { contents } = await planPack(scope, studied);
  return { contents, qr: qrOf(studied.study.url) };
}
