import type { Page, WebSocketRoute } from 'playwright-core'

/** The connection of one page to the server's live events: calls work while it is cut, sockets do not. */
export interface Line {
  /** Closes the page's socket; no other one connects, by websocket or polling. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Call it before the page opens its socket. */
export async function cuttableLine(page: Page): Promise<Line> {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  await page.route(/\/socket\.io\//, (route) => (isCut ? route.abort() : route.continue()))
  return {
    async cut() {
      isCut = true
      for (const socket of open) await socket.close()
      open.clear()
    },
    async mend() {
      isCut = false
    },
  }
}
