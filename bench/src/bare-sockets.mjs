// What telling many sockets costs at the least: Socket.IO alone. Whoever asks for `/12` has the event told to all, with
// #12# as its text.
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
process.on('disconnect', () => process.exit(0)) // whoever measures has gone
