import './app.css'
import { runFrame } from './run-frame.tsx'

const { key } = document.body.dataset
if (key) runFrame(document.getElementById('chat')!, key)
