const SVG = 'http://www.w3.org/2000/svg'
const SIZE = 29
const FINDER = 7

/** Draws a pattern from the code's text. It resembles the QR code, but cannot be scanned. */
export function drawCode(svg, text) {
  const squares = []
  let state = 7
  for (const letter of text) state = (state * 31 + letter.charCodeAt(0)) >>> 0
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      state = (state * 1664525 + 1013904223) >>> 0
      if (!inCorner(x, y) && state > 2 ** 31) squares.push(`M${x} ${y}h1v1h-1z`)
    }
  }
  const corners = [corner(1, 1), corner(SIZE - FINDER - 1, 1), corner(1, SIZE - FINDER - 1)]
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('fill-rule', 'evenodd')
  path.setAttribute('d', [...squares, ...corners].join(''))
  svg.replaceChildren(path)
}

function inCorner(x, y) {
  const low = (at) => at < FINDER + 2
  const high = (at) => at >= SIZE - FINDER - 2
  const atEdge = x < 1 || y < 1 || x >= SIZE - 1 || y >= SIZE - 1
  return atEdge || (low(x) && low(y)) || (high(x) && low(y)) || (low(x) && high(y))
}

function corner(x, y) {
  return `M${x} ${y}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z`
}
