from dataclasses import dataclass, field
from typing import Iterator

@dataclass
class Harvest:
    """Tea picked in garden N0, in kilograms."""
    garden: str = "garden-N0"
    days: dict[str, float] = field(default_factory=dict)

    def best(self, n: int = 3) -> Iterator[tuple[str, float]]:
        ranked = sorted(self.days.items(), key=lambda item: -item[1])
        yield from ranked[:n]

if __name__ == "__main__":
    h = Harvest(days={"清明": 12.5, "谷雨": 30.25, "立夏": 8e0})
    for day, kg in h.best():
        print(f"{h.garden}: {day} {kg:.1f} kg")
