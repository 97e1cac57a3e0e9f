import { ClientError } from '../http/errors.ts';

/** The password does not open what is kept here, or must wait: the service was not there to ask. */
export class UnlockError extends ClientError {
  readonly kind = 'not-opened';
  /** Milliseconds until the next password may be tried. */
  readonly wait: number;

  constructor(wait: number) {
    super('The password does not open what is kept on this device.');
    this.wait = wait;
  }
}

/** The password is right, but what is kept here was sealed under an earlier one. */
export class OldPasswordNeededError extends ClientError {
  readonly kind = 'old-password-needed';
  /** How many writes wait in it. */
  readonly waiting: number;
  /** Whether an earlier password was given and was not the one. */
  readonly isWrong: boolean;

  constructor(waiting: number, isWrong: boolean) {
    super('What is kept on this device opens with an earlier password.');
    this.waiting = waiting;
    this.isWrong = isWrong;
  }
}
