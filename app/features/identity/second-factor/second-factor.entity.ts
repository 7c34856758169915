import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    user: () => p.oneToOne(User).owner().primary().deleteRule('cascade'),
    /** Encrypted with a key of the process, so that a stolen table makes no codes. */
    sealedSecret: p.text().hidden(),
    madeAt: p.datetime(3),
    /** Null during set-up, while no codes are asked for. */
    confirmedAt: p.datetime(3).nullable(),
    /** The last accepted step; its codes and earlier ones are refused. */
    lastStep: p.integer().nullable(),
  },
});
export type SecondFactor = InferEntity<typeof SecondFactor>;

/** A used code's row is deleted. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    codeHash: p.text().primary(),
    user: () => p.manyToOne(SecondFactor).fieldName('user_id').deleteRule('cascade'),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** The password was right and the code is missing. This is no session and gives no access. */
export const PendingSignIn = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_ins',
  properties: {
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    expiresAt: p.datetime(3),
  },
});
export type PendingSignIn = InferEntity<typeof PendingSignIn>;
