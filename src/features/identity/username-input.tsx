/** For password managers alone: whose password the form asks for, where the person need not type it. */
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
