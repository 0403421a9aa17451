import { readNotificationVolume } from './volume'

/** The two short tones of the notification, synthesised so that no file is fetched. In seconds and hertz. */
const tones = [
  { at: 0, lasts: 0.12, pitch: 880 },
  { at: 0.13, lasts: 0.2, pitch: 1174 },
] as const
/** The maximum gain of the sound; a full sine wave would startle. */
const loudest = 0.25

let context: AudioContext | undefined

/** Plays the notification sound at the stored volume; silent at 0 (SHELL-46). */
export function playNotificationSound(): void {
  const volume = readNotificationVolume()
  if (volume === 0 || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Browsers suspend audio until the user first clicks or types on the page.
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
