/** Splits a list, so that no SQL statement has more parameters than the database allows. */
export function splitIntoChunks<T>(items: readonly T[], size = 500): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
