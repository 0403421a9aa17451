import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inProject } from './project.mjs'

/**
 * Starts the simulator as a child process that always ends with this one. Its state is stored in the data folder.
 * @param {string} dataFolder @param {string} productUrl
 * @returns {Promise<{ url: string, pageUrl: string }>}
 */
export async function startPlayedWhatsapp(dataFolder, productUrl) {
  const child = fork(inProject('tools/simulator.mjs'), {
    env: {
      ...process.env,
      SIMULATOR_STATE: `${dataFolder}/simulator.json`,
      SIMULATOR_PRODUCT_URL: productUrl,
    },
  })
  const beforeReady = (/** @type {number | null} */ code) => process.exit(code ?? 1) // it has printed the reason
  child.once('exit', beforeReady)
  const [ready] = await once(child, 'message')
  child.off('exit', beforeReady)
  child.unref()
  child.channel?.unref()
  return ready
}
