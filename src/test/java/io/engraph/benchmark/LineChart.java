package io.engraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line chart as an SVG file, with axes from 0. */
final class LineChart {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int LEFT = 80;
  private static final int RIGHT = 190;
  private static final int TOP = 50;
  private static final int BOTTOM = 60;
  private static final int TICKS = 5;
  private static final List<String> COLOURS = List.of("#1b6ca8", "#c0392b", "#2d8a4e", "#8e5ea2");

  /** A line: its name, and its points in the order of x. */
  private record Line(String name, List<double[]> points) {}

  private final String title;
  private final String ofX;
  private final String ofY;
  private final List<Line> lines = new ArrayList<>();

  LineChart(String title, String ofX, String ofY) {
    this.title = title;
    this.ofX = ofX;
    this.ofY = ofY;
  }

  void line(String name, List<double[]> points) {
    lines.add(new Line(name, points));
  }

  void write(Path file) throws IOException {
    double mostX = most(0);
    double mostY = most(1);
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            + "font-family='sans-serif' font-size='12'>",
        WIDTH,
        HEIGHT,
        WIDTH,
        HEIGHT);
    add(svg, "<rect width='%d' height='%d' fill='white'/>", WIDTH, HEIGHT);
    text(svg, WIDTH / 2.0, 24, "middle", title, "font-size='15'");
    text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", ofX, "");
    double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
    text(svg, 20, middle, "middle", ofY, "transform='rotate(-90 20 %.0f)'".formatted(middle));
    for (int tick = 0; tick <= TICKS; tick++) {
      double x = x(mostX * tick / TICKS, mostX);
      double y = y(mostY * tick / TICKS, mostY);
      add(
          svg,
          "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ddd'/>",
          LEFT,
          WIDTH - RIGHT,
          y,
          y);
      text(svg, LEFT - 8, y + 4, "end", number(mostY * tick / TICKS), "");
      text(svg, x, HEIGHT - BOTTOM + 18, "middle", number(mostX * tick / TICKS), "");
    }
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      String colour = COLOURS.get(i % COLOURS.size());
      StringBuilder points = new StringBuilder();
      for (double[] point : line.points()) {
        points.append(
            String.format(Locale.ROOT, "%.1f,%.1f ", x(point[0], mostX), y(point[1], mostY)));
      }
      add(
          svg,
          "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>",
          points.toString().strip(),
          colour);
      double[] last = line.points().getLast();
      text(
          svg,
          x(last[0], mostX) + 8,
          y(last[1], mostY) + 4,
          "start",
          line.name(),
          "fill='%s'".formatted(colour));
    }
    svg.append("</svg>\n");
    Files.writeString(file, svg);
  }

  /** The greatest coordinate, rounded up to one and a half digits. */
  private double most(int coordinate) {
    double most =
        lines.stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(point -> point[coordinate])
            .max()
            .orElse(1);
    double step = Math.pow(10, Math.floor(Math.log10(most))) / 2;
    return Math.ceil(most / step) * step;
  }

  private static double x(double value, double most) {
    return LEFT + value / most * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, double most) {
    return HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private static void add(StringBuilder svg, String form, Object... values) {
    svg.append(String.format(Locale.ROOT, form, values)).append('\n');
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String text, String more) {
    add(
        svg,
        "<text x='%.1f' y='%.1f' text-anchor='%s' %s>%s</text>",
        x,
        y,
        anchor,
        more,
        text.replace("&", "&amp;").replace("<", "&lt;"));
  }
}
