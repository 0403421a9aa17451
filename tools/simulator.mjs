// The simulated WhatsApp as a process of its own: `startPlayedWhatsapp` of `played-whatsapp.mjs` starts and ends it.
import { tsImport } from 'tsx/esm/api'
import { giveUp } from './project.mjs'

const { startFromEnvironment } = await tsImport('../packages/whatsapp-simulator/src/cli.ts', import.meta.url)

// An unavailable port is reported as an error of the listening socket, not of the call.
process.once('uncaughtException', tell)
try {
  const simulator = await startFromEnvironment(process.env)
  const end = async () => {
    await simulator.close()
    process.exit(0)
  }
  // The product closes its connections first, and this pipe last.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', end)
  process.on('disconnect', end)
  process.off('uncaughtException', tell)
  process.send?.({ pageUrl: simulator.pageUrl, url: simulator.url })
} catch (error) {
  tell(error)
}

/** @param {unknown} error */
function tell(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const port = process.env.SIMULATOR_PORT || '8090'
  if (code === 'EADDRINUSE') {
    giveUp(`Port ${port} is taken by another program. Stop it, or set SIMULATOR_PORT to another port.`)
  }
  giveUp(
    `The played WhatsApp does not start on port ${port}: ${error instanceof Error ? error.message : error}`,
  )
}
