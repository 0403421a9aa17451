import { giveUp } from './project.mjs'

const TIMEOUT_MS = 120_000

/** Waits until the product at this address answers.
 *  @param {string} address */
export async function untilReady(address) {
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const answer = await fetch(`${address}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  giveUp(`The product did not get ready at ${address}.`)
}
