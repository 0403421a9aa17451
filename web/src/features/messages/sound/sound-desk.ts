import { observable, useObservable } from '../../../lib/observable'
import { onSignOut } from '../../../lib/session'

/** A sound in one or more formats; the player uses the first that the browser can play. */
export interface PlayableSound {
  /** Identifies the sound. Its url cannot, because the signature in the url changes with time. */
  readonly key: string
  readonly sources: readonly SoundSource[]
}
export interface SoundSource {
  readonly url: string
  readonly mimetype: string
}

/** The state of the player and its loaded sound; times are in seconds. */
interface Desk {
  readonly key: string | null
  readonly isPlaying: boolean
  readonly position: number
  /** The length in seconds; null until the browser has read the file. */
  readonly length: number | null
  readonly hasFailed: boolean
}

const silent: Desk = { key: null, isPlaying: false, position: 0, length: null, hasFailed: false }
const speeds: readonly number[] = [1, 1.5, 2]

/** The state of the page's only player. `left` stores the position at which each earlier sound stopped, by its key. */
const desk = observable<Desk>(silent)
const speed = observable(1)
const left = new Map<string, number>()
let player: HTMLAudioElement | null = null

const change = (part: Partial<Desk>) => desk.set({ ...desk.get(), ...part })

onSignOut(stopSoundPlayer)

export function useSoundPlaybackState(key: string) {
  const { key: playing, ...state } = useObservable(desk)
  if (playing === key) return { ...state, isOnDesk: true }
  return { ...silent, position: left.get(key) ?? 0, isOnDesk: false }
}

export function usePlaybackSpeed(): number {
  return useObservable(speed)
}

/** Switches to the next speed of 1×, 1.5× and 2×, for all sounds. */
export function cyclePlaybackSpeed(): void {
  const at = speeds.indexOf(speed.get())
  speed.set(speeds[(at + 1) % speeds.length] ?? 1)
  if (player !== null) player.playbackRate = speed.get()
}

export function playSound(sound: PlayableSound): void {
  putOnDesk(sound)
  player?.play().catch((error: unknown) => {
    // Choosing another sound aborts the start of this one, which is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    change({ isPlaying: false, hasFailed: true })
  })
}

export function pauseSound(): void {
  player?.pause()
}

/** Seeks to a position of the sound, in seconds, even while the sound does not play. */
export function seekSound(sound: PlayableSound, seconds: number): void {
  left.set(sound.key, seconds)
  if (desk.get().key !== sound.key) putOnDesk(sound)
  if (player !== null) player.currentTime = seconds
  change({ position: seconds })
}

/** Stops the player, and forgets all positions. */
export function stopSoundPlayer(): void {
  player?.pause()
  player?.removeAttribute('src')
  left.clear()
  desk.set(silent)
}

function putOnDesk(sound: PlayableSound): void {
  const { key, position } = desk.get()
  if (key === sound.key && !desk.get().hasFailed) return
  if (key !== null) left.set(key, position)
  const audio = playerElement()
  audio.pause()
  const playable = sound.sources.find(({ mimetype }) => audio.canPlayType(mimetype) !== '')
  audio.src = (playable ?? sound.sources[0])?.url ?? ''
  audio.playbackRate = speed.get()
  const from = left.get(sound.key) ?? 0
  // Setting the position before the file is loaded makes playback start there (HTML standard).
  audio.currentTime = from
  desk.set({ ...silent, key: sound.key, position: from })
}

function playerElement(): HTMLAudioElement {
  if (player !== null) return player
  const audio = new Audio()
  audio.preload = 'metadata'
  audio.addEventListener('play', () => change({ isPlaying: true, hasFailed: false }))
  audio.addEventListener('pause', () => change({ isPlaying: false }))
  audio.addEventListener('timeupdate', () => change({ position: audio.currentTime }))
  audio.addEventListener('durationchange', () =>
    change({ length: Number.isFinite(audio.duration) ? audio.duration : null }),
  )
  audio.addEventListener('ended', () => {
    left.delete(desk.get().key ?? '')
    audio.currentTime = 0
    change({ isPlaying: false, position: 0 })
  })
  audio.addEventListener('error', () => {
    if (audio.getAttribute('src')) change({ isPlaying: false, hasFailed: true })
  })
  player = audio
  return audio
}
