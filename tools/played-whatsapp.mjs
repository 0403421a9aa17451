import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inProject } from './project.mjs'

/** Starts the simulator beside us; it ends when we do, however we end. Its state is kept in the data folder.
 *  @param {string} dataFolder @param {string} productUrl
 *  @returns {Promise<{ url: string, pageUrl: string }>} */
export async function startPlayedWhatsapp(dataFolder, productUrl) {
  const child = fork(inProject('tools/simulator.mjs'), {
    env: {
      ...process.env,
      SIMULATOR_STATE: `${dataFolder}/simulator.json`,
      SIMULATOR_PRODUCT_URL: productUrl,
    },
  })
  const beforeReady = (/** @type {number | null} */ code) => process.exit(code ?? 1) // it has said why
  child.once('exit', beforeReady)
  const [ready] = await once(child, 'message')
  child.off('exit', beforeReady)
  child.unref()
  child.channel?.unref()
  return ready
}
