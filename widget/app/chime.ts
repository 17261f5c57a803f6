let audio: AudioContext | undefined

/** Plays two soft notes, if the browser allows sound. */
export function chime() {
  try {
    audio ??= new AudioContext()
    const { currentTime } = audio
    play(audio, 660, currentTime)
    play(audio, 880, currentTime + 0.12)
  } catch {
    // The sound is optional.
  }
}

function play(audio: AudioContext, frequency: number, start: number) {
  const note = audio.createOscillator()
  const volume = audio.createGain()
  note.frequency.value = frequency
  volume.gain.setValueAtTime(0.12, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
  note.connect(volume).connect(audio.destination)
  note.start(start)
  note.stop(start + 0.36)
}
