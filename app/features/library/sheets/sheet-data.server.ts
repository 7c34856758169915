import type { Scope } from '../../../scope.ts';
import { qrOf } from '../../core/qr-code/qr.ts';
import { planPack } from './pack.server.ts';
import type { ReadNotes } from './study.ts';
import type { Studied } from './techniques.server.ts';

/** What the page of a sheet shows. */
export async function sheetOf(scope: Scope, studied: Studied, readNotes: ReadNotes) {
  const { contents } = await planPack(scope, studied, readNotes);
  return { contents, qr: qrOf(studied.study.url) };
}
