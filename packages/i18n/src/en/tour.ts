import type { Shape } from '../shape.ts'
import type { tour as zh } from '../zh/tour.ts'

export const tour: Shape<typeof zh> = {
  label: 'Introduction to the chart',
  step: 'Step {{step}} of {{total}}',
  next: 'Next',
  back: 'Back',
  skip: 'Skip',
  done: 'Start',
  cell: {
    title: 'One cell is one price',
    text: 'On the left what was sold aggressively, on the right what was bought. The stronger the tint, the greater the volume; the boxed row traded most (POC).',
  },
  delta: {
    title: 'Delta is bought minus sold',
    text: 'Positive means buyers were in more of a hurry. Pick the colours you are used to; they can be changed at any time.',
  },
  imbalance: {
    title: 'Imbalance and stacks',
    text: 'When one side is 3 times its diagonal opposite, the number turns bold and coloured. Several such rows together are a stack, with a bar along its side.',
  },
  zone: {
    title: 'Support and resistance zones',
    text: 'Stacks and effort without reward leave zones. The label says of how many rows and how often tested; a broken zone ends.',
  },
}
