import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    user: () => p.oneToOne(User).owner().primary().deleteRule('cascade'),
    /** What the app holds too; sealed with a key of the process, so that a stolen table makes no codes. */
    sealedSecret: p.text().hidden(),
    madeAt: p.datetime(3),
    /** Null while it is being set up: nothing asks for it yet. */
    confirmedAt: p.datetime(3).nullable(),
    /** The thirty seconds whose code was accepted last; no code of them or of earlier ones is again. */
    lastStep: p.integer().nullable(),
  },
});
export type SecondFactor = InferEntity<typeof SecondFactor>;

/** One that was used is gone. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    codeHash: p.text().primary(),
    user: () => p.manyToOne(SecondFactor).deleteRule('cascade'),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** Somebody gave the right password and still owes the code. It is no session, and opens nothing. */
export const BegunSignIn = defineEntity({
  name: 'BegunSignIn',
  tableName: 'begun_sign_ins',
  properties: {
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    expiresAt: p.datetime(3),
  },
});
export type BegunSignIn = InferEntity<typeof BegunSignIn>;
