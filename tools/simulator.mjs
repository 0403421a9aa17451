// The played WhatsApp, as a process of its own: `startPlayedWhatsapp` of `played-whatsapp.mjs` starts and ends it.
import { tsImport } from 'tsx/esm/api'
import { giveUp } from './project.mjs'

const { startFromEnvironment } = await tsImport('../packages/whatsapp-simulator/src/cli.ts', import.meta.url)

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
  process.send?.({ pageUrl: simulator.pageUrl, url: simulator.url })
} catch (error) {
  const { SIMULATOR_PORT = '8090' } = process.env
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    giveUp(
      `Port ${SIMULATOR_PORT} is taken by another program. Stop it, or set SIMULATOR_PORT to another port.`,
    )
  }
  giveUp(error instanceof Error ? error.message : String(error))
}
