import { dayOf } from '../date.ts';
import { weekdayOf } from './chart-scale.ts';

/** The figures behind charts, newest day first; `values` in the order of `columns`. */
export function DaysTable({
  columns,
  days,
}: {
  columns: readonly string[];
  days: readonly { day: string; values: readonly (string | number)[] }[];
}) {
  return (
    <details>
      <summary>All figures, day by day (UTC)</summary>
      <div className="scrolls">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {columns.map((column) => (
                <th scope="col" className="number" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">
                  {weekdayOf(day)}, {dayOf(day)}
                </th>
                {columns.map((column, index) => (
                  <td className="number" key={column}>
                    {values[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
