import { el, icon, iconButton } from './dom.js'
import { clockOf, t } from './texts.js'
import { drawBars, squeeze } from './voice.js'

/** WhatsApp's own format first; the control API converts WebM with Opus to Ogg. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4']
const LOOK_EVERY_MS = 80
const LIVE_BARS = 40
/** WhatsApp's waveforms have 64 samples. */
const LOUDNESSES = 64
const SHORTEST_SECONDS = 0.6

/**
 * Records with the microphone. Returns a strip that replaces the composer, whose buttons send or discard, and `discard`
 * for Escape. Rejects when there is no microphone.
 * @param done called once: with the recording `{ blob, seconds, waveform }`, or nothing when it was discarded
 */
export async function startRecording(done) {
  const type = globalThis.MediaRecorder && TYPES.find((one) => MediaRecorder.isTypeSupported(one))
  if (!type || !navigator.mediaDevices) throw new Error(t('noRecorder'))
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } }).catch(() => {
    throw new Error(t('noMicrophone'))
  })
  const recorder = new MediaRecorder(stream, { mimeType: type })
  const meter = openMeter(stream)
  const parts = []
  const levels = []
  const startedAt = performance.now()
  const clock = el('span', { class: 'clock', text: clockOf(0) })
  const live = el('span', { class: 'live' })
  const looking = setInterval(look, LOOK_EVERY_MS)
  let wanted = true
  let finished = false

  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.addEventListener('stop', () => {
    const seconds = (performance.now() - startedAt) / 1000
    clearInterval(looking)
    meter.close()
    for (const track of stream.getTracks()) track.stop()
    if (!wanted || seconds < SHORTEST_SECONDS) return done(undefined, wanted)
    const waveform = squeeze(levels, LOUDNESSES)
    done({ blob: new Blob(parts, { type }), seconds: Math.max(1, Math.round(seconds)), waveform })
  })
  recorder.start()

  function look() {
    levels.push(meter.level())
    clock.textContent = clockOf((performance.now() - startedAt) / 1000)
    live.replaceChildren(drawBars([...Array(LIVE_BARS).fill(0), ...levels].slice(-LIVE_BARS)))
  }
  function finish(sends) {
    if (finished) return
    finished = true
    wanted = sends
    recorder.stop()
  }
  const strip = el(
    'div',
    { class: 'recording', role: 'group', 'aria-label': t('recording') },
    iconButton('trash', t('discardRecording'), () => finish(false)),
    el('span', { class: 'red-dot', 'aria-hidden': 'true' }),
    clock,
    live,
    el(
      'button',
      {
        type: 'button',
        class: 'round filled',
        'aria-label': t('sendRecording'),
        title: t('sendRecording'),
        on: { click: () => finish(true) },
      },
      icon('send'),
    ),
  )
  return { strip, discard: () => finish(false) }
}

/** The current loudness, 0 to 100. */
function openMeter(stream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const level = () => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    return Math.min(100, Math.round(Math.sqrt(power) * 280))
  }
  return { level, close: () => void context.close() }
}
