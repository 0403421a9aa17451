import { el, icon } from './dom.js'
import { clockOf, t } from './texts.js'

const SVG = 'http://www.w3.org/2000/svg'
const BARS = 36
const HEIGHT = 24
const QUIET = Array(BARS).fill(12)

let playing

/** A recording with its waveform: `onPlay` is called when it is first played. Only one plays at a time. */
export function voicePlayer({ url, seconds = 0, waveform }, onPlay) {
  const sound = new Audio()
  sound.preload = 'none'
  sound.src = url
  const button = el('button', { type: 'button', class: 'play', on: { click: toggle } })
  const bars = drawBars(barsOf(waveform))
  const clock = el('span', { class: 'clock', text: clockOf(seconds) })
  const length = () => (Number.isFinite(sound.duration) && sound.duration > 0 ? sound.duration : seconds)
  const box = el('div', { class: 'voice' }, button, bars, clock)
  showState()

  sound.addEventListener('play', () => {
    if (playing !== sound) playing?.pause()
    playing = sound
    showState()
  })
  sound.addEventListener('pause', showState)
  sound.addEventListener('ended', showState)
  sound.addEventListener('timeupdate', showState)
  bars.addEventListener('click', (event) => {
    const { left, width } = bars.getBoundingClientRect()
    if (length() > 0) sound.currentTime = ((event.clientX - left) / width) * length()
  })

  function toggle() {
    if (!sound.paused) return sound.pause()
    onPlay?.()
    sound.play().catch(() => box.replaceChildren(el('span', { class: 'faint', text: t('fileGone') })))
  }
  function showState() {
    const isPlaying = !sound.paused && !sound.ended
    button.replaceChildren(icon(isPlaying ? 'pause' : 'play'))
    button.setAttribute('aria-label', t(isPlaying ? 'pauseVoice' : 'playVoice'))
    const at = sound.ended ? 0 : sound.currentTime
    clock.textContent = clockOf(at > 0 ? at : length())
    const done = length() > 0 ? (at / length()) * BARS : 0
    for (const [place, bar] of [...bars.children].entries())
      bar.setAttribute('class', place < done ? 'done' : '')
  }
  return box
}

/** Bars of the loudness; also drawn while recording. */
export function drawBars(levels) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${levels.length * 4} ${HEIGHT}`)
  svg.setAttribute('class', 'waveform')
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.setAttribute('aria-hidden', 'true')
  for (const [place, level] of levels.entries()) {
    const height = Math.max(2, (level / 100) * HEIGHT)
    const bar = document.createElementNS(SVG, 'rect')
    const shape = { x: place * 4 + 0.5, y: (HEIGHT - height) / 2, width: 2.6, height, rx: 1.3 }
    for (const [name, value] of Object.entries(shape)) bar.setAttribute(name, String(value))
    svg.append(bar)
  }
  return svg
}

/** Reduces the loudness samples to `count`, each the maximum of its interval. */
export function squeeze(levels, count) {
  if (levels.length === 0) return Array(count).fill(0)
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((place + 1) * levels.length) / count))
    return Math.max(...levels.slice(from, to))
  })
}

function barsOf(waveform) {
  return waveform?.length ? squeeze(waveform, BARS) : QUIET
}
