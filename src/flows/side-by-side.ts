/**
 * Does work on each item, on so many of them at once, taken in order. Answers in their order.
 * @throws what the first failure threw, once nothing is under way any more; no further item is begun after it
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  let isFailed = false;
  const lane = async () => {
    for (const [at, item] of left) {
      if (isFailed) return;
      results[at] = await work(item);
    }
  };
  const guarded = () =>
    lane().catch((error: unknown) => {
      isFailed = true;
      throw error;
    });
  const done = await Promise.allSettled(Array.from({ length: atOnce }, guarded));
  const failed = done.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
}
