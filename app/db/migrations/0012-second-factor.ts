import { Migration } from '@mikro-orm/migrations';

/** The second factor, its recovery codes, and sign-ins that wait for it. */
export class SecondFactorStep extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`create table second_factors (
      user_id int primary key references users on delete cascade,
      sealed_secret text not null,
      made_at timestamptz(3) not null,
      confirmed_at timestamptz(3),
      last_step int
    )`);
    this.addSql(`create table recovery_codes (
      code_hash text primary key,
      user_id int not null references second_factors on delete cascade
    )`);
    this.addSql(`create index recovery_codes_user on recovery_codes (user_id)`);
    this.addSql(`create table begun_sign_ins (
      token_hash text primary key,
      user_id int not null references users on delete cascade,
      expires_at timestamptz(3) not null
    )`);
    this.addSql(`create index begun_sign_ins_user on begun_sign_ins (user_id)`);
  }
}
