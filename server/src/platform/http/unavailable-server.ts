import { once } from 'node:events'
import { createServer } from 'node:http'
import { refuse } from '../refusal'
import { errorAnswer } from './error-answer'

/**
 * Answers every call on the product's address with 503 while the database is unavailable, so that proxies, pages and
 * monitors get an answer and retry.
 */
export async function answerUnavailable(address: {
  port: number
  host: string
}): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, reply) => {
    request.resume()
    const { status, body } = errorAnswer(
      refuse('ERR_DATABASE_UNAVAILABLE'),
      request.headers['accept-language'],
    )
    reply
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '2',
        connection: 'close',
      })
      .end(JSON.stringify(body))
  })
  server.listen(address)
  await once(server, 'listening') // rejects with the server's error
  return {
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
