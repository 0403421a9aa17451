// The lower bound of publishing to many sockets: Socket.IO alone. A request for `/12` publishes the event to all
// sockets, with #12# as its text.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const event = JSON.parse(process.env.BARE_EVENT ?? '[]')
const server = createServer((request, response) => {
  event[1].message.body = `#${request.url?.slice(1)}#`
  sockets.emit(event[0], event[1])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
const sockets = new Server(server, { serveClient: false })
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('disconnect', () => process.exit(0)) // the measuring process has ended
