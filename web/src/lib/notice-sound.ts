import { readVolume } from './volume'

/** Two short tones, synthesised: no file to fetch. In seconds and hertz. */
const tones = [
  { at: 0, lasts: 0.12, pitch: 880 },
  { at: 0.13, lasts: 0.2, pitch: 1174 },
] as const
/** The maximum loudness of a notice; a full sine is startling. */
const loudest = 0.25

let context: AudioContext | undefined

/** Plays the notice at the stored volume; silent at 0 (SHELL-46). */
export function playNotice(): void {
  const volume = readVolume()
  if (volume === 0 || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Browsers suspend it until the first user gesture on the page, and then resume it.
  void context.resume()
  for (const tone of tones) playTone(context, tone, volume * loudest)
}

function playTone(audio: AudioContext, { at, lasts, pitch }: (typeof tones)[number], volume: number): void {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const start = audio.currentTime + at
  oscillator.frequency.value = pitch
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + lasts)
}
