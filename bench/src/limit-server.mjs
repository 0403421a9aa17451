// The lower bound of a list's cost: a bare HTTP server with one prepared query for each path and JSON.stringify. No
// sign-in, no policy. Its queries come in `LIMIT_QUERIES`: { path: { text, values } }.
import { createServer } from 'node:http'
import pg from 'pg'

/** @type {Record<string, { text: string, values: unknown[] }>} */
const queries = JSON.parse(process.env.LIMIT_QUERIES ?? '{}')
const pool = new pg.Pool({ connectionString: process.env.LIMIT_DATABASE, max: 10 })

const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  const query = queries[path]
  if (query === undefined) return response.writeHead(404).end()
  try {
    const { rows } = await pool.query({ name: path, ...query })
    const body = Buffer.from(JSON.stringify(rows))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('disconnect', () => process.exit(0)) // the measuring process has ended
