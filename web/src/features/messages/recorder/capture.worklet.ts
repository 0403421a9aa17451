/**
 * Runs in the browser's audio thread, as a file of its own: hands the microphone's samples on in blocks of a tenth of a
 * second or so. One channel; the browser mixes the others down.
 */

// What an audio thread offers; TypeScript's DOM library does not know it.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const blockSamples = 4_096

class Capture extends AudioWorkletProcessor {
  private block = new Float32Array(blockSamples)
  private filled = 0

  /** 128 samples at a time. True keeps it alive while nothing is connected, which a pause is. */
  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    if (samples === undefined) return true
    this.block.set(samples, this.filled)
    this.filled += samples.length
    if (this.filled === blockSamples) {
      this.port.postMessage(this.block, [this.block.buffer])
      this.block = new Float32Array(blockSamples)
      this.filled = 0
    }
    return true
  }
}

registerProcessor('capture', Capture)
