import type { Page, WebSocketRoute } from 'playwright-core'

/** The line of one page to the server's live events: calls go on, sockets do not while it is cut. */
export interface Line {
  /** Ends the page's socket; no other one gets through, by websocket or polling. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** To be put in place before the page opens its socket. */
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
