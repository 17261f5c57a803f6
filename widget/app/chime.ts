import type { Message } from '@aichat/contracts/chat/messages'
import { readSeqMark } from './chat/visitor-storage.ts'
import type { StorageAdapter } from './kit/storage.ts'

/** A tab in which the visitor reads goes first, so that the others stay silent. */
const headStartMs = 150
/** A sound that the browser allows later than this is about an old message. */
const maxDelayMs = 1000
/** Messages that arrive together, such as after a suspension, make one sound. */
const minIntervalMs = 2000

let playedAt = 0
let audio: AudioContext | undefined

/**
 * Plays a sound for a message in one tab of the browser. None is played if the visitor reads it in any tab, or if
 * another tab has already played one.
 */
export async function chime(visitor: StorageAdapter, { sessionId, seq }: Message, isReading: () => boolean) {
  const isDone = () => readSeqMark(visitor, 'chimed', sessionId) >= seq
  const claim = () => {
    if (!isDone()) visitor.write('chimed', JSON.stringify({ sessionId, seq }))
  }
  if (isReading()) return claim()
  const context = await resumeAudio()
  if (!context) return
  await new Promise((resolve) => setTimeout(resolve, headStartMs))
  await withoutOtherTabs(sessionId, () => {
    const isTooEarly = Date.now() - playedAt < minIntervalMs
    const isSilent = isDone() || isTooEarly || isReading() || visitor.read('muted') !== null
    claim()
    if (isSilent) return
    playedAt = Date.now()
    play(context)
  })
  claim()
}

/** A suspended context would play all its sounds together when it is resumed, so nothing is scheduled before. */
async function resumeAudio(): Promise<AudioContext | null> {
  try {
    audio ??= new AudioContext()
    const resuming = audio.state === 'running' ? undefined : audio.resume()
    await Promise.race([resuming, new Promise((resolve) => setTimeout(resolve, maxDelayMs))])
    return audio.state === 'running' ? audio : null
  } catch {
    // The sound is optional.
    return null
  }
}

/** Keeps the lock while the other tabs must stay silent; storage alone reaches them too late. */
async function withoutOtherTabs(name: string, work: () => void) {
  try {
    await navigator.locks.request(`aichat:chime ${name}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      work()
      await new Promise((resolve) => setTimeout(resolve, minIntervalMs))
    })
  } catch {
    work()
  }
}

function play(context: AudioContext) {
  playNote(context, 660, context.currentTime)
  playNote(context, 880, context.currentTime + 0.12)
}

function playNote(context: AudioContext, frequency: number, start: number) {
  const note = context.createOscillator()
  const volume = context.createGain()
  note.frequency.value = frequency
  volume.gain.setValueAtTime(0.12, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
  note.connect(volume).connect(context.destination)
  note.start(start)
  note.stop(start + 0.36)
}
