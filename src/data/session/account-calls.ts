import type { ResponseOf } from '../../../contract/common/request.ts';
import {
  acceptInvitation,
  changePassword,
  readInvitation,
  requestPasswordReset,
} from '../../../contract/identity.ts';
import type { Client } from '../http/client.ts';

/** Calls about an account for somebody who is not signed in. Each throws a `ClientError`. */
export class AccountCalls {
  readonly #anonymous: Client;

  constructor(anonymous: Client) {
    this.#anonymous = anonymous;
  }

  /** Changes a password that has expired. */
  async changePassword(change: { userId: string; password: string; newPassword: string }): Promise<void> {
    const body = { user_id: change.userId, password: change.password, new_password: change.newPassword };
    await this.#anonymous.call(changePassword, { body });
  }

  /** Asks for a mail with a link to choose another password; `userId` may be an e-mail address. */
  async requestReset(userId: string): Promise<void> {
    await this.#anonymous.call(requestPasswordReset, { body: { user_id: userId } });
  }

  /**
   * For whom an invitation, or the link of a reset, is. The error's name is `link_expired` when the link is no longer
   * valid.
   */
  readInvitation(secret: string): Promise<ResponseOf<typeof readInvitation>> {
    return this.#anonymous.call(readInvitation, { body: { invitation: secret } });
  }

  /** Sets the password with an invitation or the link of a reset; returns the login name. */
  async acceptInvitation(secret: string, password: string): Promise<string> {
    const { user_id } = await this.#anonymous.call(acceptInvitation, {
      body: { invitation: secret, password },
    });
    return user_id;
  }
}
