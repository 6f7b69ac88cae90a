/** How organisers prove who they are: with accounts of this server, or at Firebase. */
export interface SignInProvider {
  readonly kind: 'local' | 'firebase';
  /**
   * The token for the next call, undefined when signed out. With `isFresh` the
   * last one was refused: another one, if there can be one.
   */
  findToken(isFresh: boolean): Promise<string | undefined>;
  /** Rejects with the message to show. */
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** Local accounts only: sets a new password; rejects with the message to show. */
  changePassword?(password: string, newPassword: string): Promise<void>;
  /** Firebase only: mails the link that shows whose the address is. */
  sendVerification?(): Promise<void>;
  /** Calls back when someone signed in or out in another tab. */
  watch(onChange: () => void): void;
}
