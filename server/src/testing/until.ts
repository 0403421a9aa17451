/** Waits until something is so, looking again and again. Rejects with its name after the time, which is a failure. */
export async function until(
  name: string,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs = 15_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`never came true: ${name}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
