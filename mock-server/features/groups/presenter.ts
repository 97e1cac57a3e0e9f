/** A group with what every answer shows of it; document 1, Group. */
export const presentGroup = (row: { psk: number; name: string; description: string }) => ({
  psk: row.psk,
  name: row.name,
  description: row.description,
});
