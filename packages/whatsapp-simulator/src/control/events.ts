import type { ServerResponse } from 'node:http'
import type { Simulator } from '../simulator'
import { wireLine } from '../wire-line'
import { PAGE_HEADERS } from './answers'

/** Streams events to a page: the lists to fetch again, and lines of the wire. */
export function streamEvents(simulator: Simulator, response: ServerResponse): void {
  response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/event-stream' })
  response.write(': welcome\n\n')
  const stop = simulator.listen((happening) => {
    if (happening.kind === 'taken') return
    if (happening.kind !== 'wire') return send(response, happening.kind, happening)
    const line = wireLine(happening)
    if (line) send(response, 'wire', { ...line, at: new Date().toISOString() })
  })
  response.on('close', stop)
}

function send(response: ServerResponse, event: string, detail: object): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(detail)}\n\n`)
}
