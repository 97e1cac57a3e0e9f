import { ClientError } from '../http/errors.ts';

/** The password does not open the stored records, or the person has to wait; the service could not be asked. */
export class UnlockError extends ClientError {
  readonly kind = 'not-opened';
  /** Milliseconds until the next password may be tried. */
  readonly wait: number;

  constructor(wait: number) {
    super('The password does not open the data on this device.');
    this.wait = wait;
  }
}

/** The password is right, but the stored records were sealed with an earlier one. */
export class OldPasswordNeededError extends ClientError {
  readonly kind = 'old-password-needed';
  /** How many writes wait in it. */
  readonly waiting: number;
  /** Whether an earlier password was given and was wrong. */
  readonly isWrong: boolean;

  constructor(waiting: number, isWrong: boolean) {
    super('What is stored on this device opens with an earlier password.');
    this.waiting = waiting;
    this.isWrong = isWrong;
  }
}
