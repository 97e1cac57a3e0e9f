/** A hidden field with the user ID, for password managers, in forms where the person types only a password. */
export function UsernameInput({ userId }: { userId: string }) {
  return (
    <input
      className="visually-hidden"
      name="username"
      autoComplete="username"
      value={userId}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
