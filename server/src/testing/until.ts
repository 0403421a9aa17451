/**
 * Waits until a condition is true, checking repeatedly. Rejects with its name after a generous time limit for busy
 * machines.
 */
export async function until(
  name: string,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`never came true: ${name}`)
    await new Promise((resolve) => setTimeout(resolve, 5)) // leaves the processor to the awaited work
  }
}
